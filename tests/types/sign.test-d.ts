// How `edgebloom/sign` looks to a TypeScript program: the types of results, and what must not compile.

import { expectType } from "tsd";
import { BloomFilter, type FilterFormatError as OfDumps, type Bytes } from "edgebloom";
import { type FilterFormatError, type FilterSignatureError, generateSigningKeys, sign, verify } from "edgebloom/sign";
import type {
  FormatErrorCode,
  PublicKey,
  SignOptions,
  SignatureErrorCode,
  SigningKeys,
  Verified,
  VerifyOptions,
} from "edgebloom/sign";

declare const filter: BloomFilter;
declare const keys: SigningKeys;
expectType<Promise<SigningKeys>>(generateSigningKeys());
expectType<string>(keys.publicKey);
expectType<string>(keys.privateKey);

const dump = filter.toBytes();
const { publicKey, privateKey } = keys;
expectType<Promise<Bytes>>(sign(dump, { privateKey, sequence: 7 }));
sign(dump, { privateKey: new Uint8Array(48), sequence: 7, expires: new Date() });
const how: SignOptions = { privateKey, sequence: 7, expires: Date.now() };
sign(dump, how);

declare const signed: Uint8Array;
expectType<Promise<Verified>>(verify(signed, { publicKey }));
verify("text", { publicKey: [publicKey, new Uint8Array(32)], minSequence: 7, now: new Date() });
const key: PublicKey = publicKey;
const many: readonly PublicKey[] = [key];
const options: VerifyOptions = { publicKey: many, now: 5 };
verify(signed, options);
declare const verified: Verified;
expectType<Uint8Array>(verified.bytes);
expectType<number>(verified.sequence);
expectType<number | null>(verified.expires);
expectType<string>(verified.keyId);
BloomFilter.fromBytes(verified.bytes);

declare const refusal: FilterSignatureError;
const error: Error = refusal;
export { error };
expectType<SignatureErrorCode>(refusal.code);
expectType<string>(refusal.field);
expectType<string>(refusal.keyId);
expectType<number | undefined>(refusal.sequence);
expectType<number | undefined>(refusal.minSequence);
expectType<number | null | undefined>(refusal.expires);
const code: SignatureErrorCode = "rolled_back";
declare const broken: FilterFormatError;
const same: OfDumps = broken;
expectType<FormatErrorCode>(broken.code);
export { code, same };

// @ts-expect-error sequence missing
sign(dump, { privateKey });
// @ts-expect-error sequence is a number
sign(dump, { privateKey, sequence: 7n });
// @ts-expect-error an unknown option
sign(dump, { privateKey, sequence: 7, expire: 5 });
// @ts-expect-error a filter is not a file
sign(filter, { privateKey, sequence: 7 });
// @ts-expect-error public key missing
verify(signed, {});
// @ts-expect-error a misspelt option
verify(signed, { publicKey, minSequnce: 7 });
// @ts-expect-error a date as a string
verify(signed, { publicKey, now: "2027-01-31" });
// @ts-expect-error an unknown code
const reason: SignatureErrorCode = "WRONG_KEY";
export { reason };
