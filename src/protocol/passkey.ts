import { z } from 'zod'
import { MAX_PASSKEYS } from '#vocabulary/passkey.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { passkeyStateWords } from '#vocabulary/states/passkey.ts'
import { PASSKEY_BEGIN_PATH, PASSKEY_PROOF_BEGIN_PATH } from './conventions.ts'
import { accountEndpoint } from './endpoint.ts'
import { identityCheck } from './identity.ts'
import { count, instant, opaqueId, ownPath, text, webUrl } from './primitives.ts'

// The JSON forms of Web Authentication level 3, section 5.1: only what we read is taken.

const base64url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[A-Za-z0-9_-]+$/u)

const transports = z.array(z.string().max(32)).max(10).optional()

const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.object({}).default({}),
}

const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(16_000),
    transports,
  }),
})

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: base64url(200).optional(),
  }),
})

function parsed(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** As a program sends it, or as a form does, which knows only text. */
const asText = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([schema, z.string().max(30_000).transform(parsed).pipe(schema)])

export type Attestation = z.output<typeof attestation>
export type Assertion = z.output<typeof assertion>

/** What the browser says of a passkey that was shown. */
export const assertionSchema = asText(assertion)

const descriptor = z.object({ id: z.string(), type: z.string(), transports })

const passkey = z
  .object({
    passkeyId: opaqueId,
    name: z.string(),
    state: z.enum(namesOf(passkeyStateWords)),
    stateLabel: z.string(),
    /** Kept by a service of the phone's maker and there on several devices. */
    isSynced: z.boolean(),
    addedAt: instant,
    /** Absent where it makes a device known already. */
    settlesAt: instant.optional(),
    lastUsedAt: instant.optional(),
    /** The browser it was last used in, in words. */
    device: z.string(),
    isThisDevice: z.boolean(),
  })
  .meta({ id: 'Passkey' })

const passkeys = z.object({ passkeys: z.array(passkey), limit: count })

/** Which of them, as a list of choices sends it. */
const passkeyId = z
  .string('パスキーを選んでください。')
  .regex(/^[A-Za-z0-9_-]{1,64}$/u, 'パスキーを選んでください。')

const name = text(40, 'パスキーを見分けるための名前を入力してください。')

export const passkeyApi = {
  passkeysGet: accountEndpoint('GET', '/api/passkeys', {
    summary: '登録したパスキー',
    result: passkeys,
  }),

  passkeysBeginPost: accountEndpoint('POST', PASSKEY_BEGIN_PATH, {
    proof: 'secondFactor',
    knownDevice: true,
    limit: 'attempts',
    summary: 'パスキーの追加を始める（ブラウザーに渡す値）',
    result: z.object({
      rp: z.object({ name: z.string(), id: z.string().optional() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      challenge: z.string(),
      pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
      timeout: count.optional(),
      excludeCredentials: z.array(descriptor).optional(),
      authenticatorSelection: z
        .object({
          residentKey: z.enum(['discouraged', 'preferred', 'required']).optional(),
          requireResidentKey: z.boolean().optional(),
          userVerification: z.enum(['required', 'preferred', 'discouraged']).optional(),
        })
        .optional(),
      attestation: z.enum(['none', 'indirect', 'direct', 'enterprise']).optional(),
    }),
    errors: ['PASSKEY_LIMIT'],
  }),

  passkeysPost: accountEndpoint('POST', '/api/passkeys', {
    proof: 'secondFactor',
    knownDevice: true,
    summary: 'パスキーを追加する',
    body: z.object({ response: asText(attestation) }),
    result: passkey,
    errors: ['PASSKEY_LIMIT', 'PASSKEY_CHALLENGE_OVER', 'PASSKEY_NOT_VERIFIED', 'PASSKEY_KNOWN'],
  }),

  passkeysNamePut: accountEndpoint('PUT', '/api/passkeys/name', {
    summary: 'パスキーの名前を変える',
    body: z.object({ passkeyId: opaqueId, name }),
    result: passkey,
  }),

  /** Whoever fears a thief must be able to act at once: a login of the last minutes is enough, from any device. */
  passkeysDelete: accountEndpoint('DELETE', '/api/passkeys', {
    proof: 'freshLogin',
    summary: 'パスキーを消す。端末をなくしたときは、その端末のログインも切る',
    query: z.object({
      passkeyId,
      /** `lost`: the sessions of the browser it was last used in end too, and that device is new again. */
      reason: z.enum(['unused', 'lost']).default('unused'),
    }),
    result: z.object({ ...passkeys.shape, endedLogins: count }),
    errors: ['WRONG_STATE'],
  }),

  passkeysProofBeginPost: accountEndpoint('POST', PASSKEY_PROOF_BEGIN_PATH, {
    limit: 'attempts',
    summary: 'パスキーでのご本人の確認を始める（ブラウザーに渡す値。答えは /auth/passkey に送る）',
    result: z.object({
      challenge: z.string(),
      timeout: count.optional(),
      rpId: z.string().optional(),
      allowCredentials: z.array(descriptor).max(MAX_PASSKEYS).optional(),
      userVerification: z.enum(['required', 'preferred', 'discouraged']).optional(),
    }),
    errors: ['NOT_FOUND'],
  }),

  identityProofPost: accountEndpoint('POST', '/api/identity_proof', {
    limit: 'attempts',
    summary: '本人確認書類のICチップでのご本人の確認を始める',
    body: z.object({ back: ownPath }),
    result: identityCheck.extend({ startUrl: webUrl }),
    errors: ['IDENTITY_EXPIRED', 'WRONG_STATE'],
  }),

  identityProofGet: accountEndpoint('GET', '/api/identity_proof', {
    summary: 'このログインで始めた、ICチップでのご本人の確認の状況',
    result: z.object({ check: identityCheck.optional() }),
  }),
}
