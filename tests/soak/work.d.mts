// The types that scripts use. (Tests themselves are not type-checked.)

export interface Work {
  counts: { operations: number; asked: number; missed: number; refused: number; built: number; dropped: number };
  cycle(): Promise<void>;
  end(): void;
}

export function soakWork(
  seed: number,
  options?: { freed?: boolean; onDrop?: (filter: unknown, count: number) => void },
): Work;
