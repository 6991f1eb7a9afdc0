// What scripts use of it, for the check of their types: tests themselves are not checked.

export interface Case {
  tool: string;
  version: string;
  what: string;
}

export const CASES: readonly Case[];
export function nameOf(row: Case): string;
