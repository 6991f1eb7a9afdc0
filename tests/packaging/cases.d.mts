// The types of cases.mjs that scripts use. Tests themselves are not type-checked.

export interface Case {
  tool: string;
  version: string;
  what: string;
}

export const CASES: readonly Case[];
export function nameOf(row: Case): string;
