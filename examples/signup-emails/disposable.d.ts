export function load(): void;
export function isDisposable(address: string): Promise<boolean>;
