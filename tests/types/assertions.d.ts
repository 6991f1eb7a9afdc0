// For tsc, which reads the tests without tsd: the assertions that tsc can check itself.

export declare function expectAssignable<T>(value: T): void;
export declare function expectType<T>(value: T): void;
