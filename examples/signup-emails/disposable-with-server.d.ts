export function load(): Promise<unknown>;
export function isDisposable(address: string): Promise<boolean>;
