// Where tsc reads the tests without tsd: what it can hold against them itself.

export declare function expectAssignable<T>(value: T): void;
export declare function expectType<T>(value: T): void;
