/** Why a list is rejected: the page has a sentence for each code. */
export class Refusal extends Error {
  /**
   * @param {string} code
   * @param {Record<string, number | string>} [values] for the sentence
   */
  constructor(code, values = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}
