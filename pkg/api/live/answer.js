/**
 * What `ShardedFilter.has` returns: a promise that knows whether somebody waits for it. `if (sharded.has(key))` blocks every key, because a promise is
 * always true. TypeScript rejects that line (error 2801). For JavaScript, a console warning says so once.
 *
 * A promise that has been thrown away is the only sign that is never wrong: code may wait for it much later.
 * @template T
 * @extends {Promise<T>}
 */
export class Answer extends Promise {
  /** Promises that follow are plain ones. */
  static get [Symbol.species]() {
    return Promise;
  }

  /**
   * @template R, E
   * @param {((value: T) => R | PromiseLike<R>) | null} [fulfilled]
   * @param {((reason: any) => E | PromiseLike<E>) | null} [rejected]
   * @returns {Promise<R | E>}
   */
  // biome-ignore lint/suspicious/noThenProperty: it overrides that of Promise, which `await` calls
  then(fulfilled, rejected) {
    thrownAway?.unregister(this);
    return super.then(fulfilled, rejected);
  }

  /**
   * @template T
   * @param {Promise<T>} promise
   * @returns {Promise<T>}
   */
  static of(promise) {
    const answer = new Answer((resolve) => resolve(promise));
    thrownAway?.register(answer, undefined, answer);
    return answer;
  }
}

let isTold = false;

const thrownAway =
  typeof FinalizationRegistry === "function"
    ? new FinalizationRegistry(() => {
        if (isTold) return;
        isTold = true;
        console.warn(
          "edgebloom: nobody waited for the answer of ShardedFilter.has(). A promise is always true: write `if (await set.has(key))`.",
        );
      })
    : undefined;
