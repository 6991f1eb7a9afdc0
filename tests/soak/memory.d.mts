// The types that scripts use. (Tests themselves are not type-checked.)

/** Bytes by owner. */
export interface Live extends Record<string, number> {
  modules: number;
  heap: number;
  code: number;
  arrayBuffers: number;
  together: number;
}

export const FLAT: number;
export function sum(parts: Record<string, number>): number;
export function moduleBytes(): Record<string, number>;
export function liveBytes(): Promise<Live>;
export function drifts(
  samples: Record<string, number>[],
  level?: (numbers: number[]) => number,
): Record<string, { before: number; after: number; drift: number }>;
