import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { RawInput } from '#protocol/endpoint.ts'
import type { passkeyApi } from '#protocol/passkey.ts'

// A device with one passkey, in software: it makes and signs what Web Authentication level 3 says (sections 6.1 and 6.5).

type Given = { readonly challenge: string }

/** What may be wrong with a device, or with whoever sits between it and us. */
type Faults = {
  readonly origin?: string
  readonly rpId?: string
  /** Neither fingerprint nor face nor screen lock was asked for. */
  readonly isVerified?: boolean
  /** What it shows as the number of its uses; by itself it counts. */
  readonly counter?: number
  readonly signature?: string
}

const PRESENT = 0x01
const VERIFIED = 0x04
const SYNCED = 0x08
const BACKED_UP = 0x10
const WITH_KEY = 0x40

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (text: Buffer | string) => createHash('sha256').update(text).digest()

/** CBOR (RFC 8949) of the few things that are needed: small numbers, text, bytes, maps. */
type Item = number | string | Buffer | ReadonlyMap<number | string, Item>

function cbor(value: Item): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const parts = [...value].flatMap(([name, one]) => [cbor(name), cbor(one)])
  return Buffer.concat([head(5, value.size), ...parts])
}

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  if (size < 256) return Buffer.from([(kind << 5) | 24, size])
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 255])
}

export type Authenticator = ReturnType<typeof makeAuthenticator>

/** @param isCounting as security keys do; passkeys that are synced show 0 each time */
export function makeAuthenticator({ origin = 'http://localhost:3000', isCounting = false } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let used = 0

  const clientData = (type: string, { challenge }: Given, faults: Faults) =>
    Buffer.from(
      JSON.stringify({ type, challenge, origin: faults.origin ?? origin, crossOrigin: false }),
    )

  function authenticatorData(flags: number, faults: Faults, more = Buffer.alloc(0)) {
    if (isCounting) used += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(faults.counter ?? used)
    const verified = faults.isVerified === false ? 0 : VERIFIED
    const rpId = faults.rpId ?? new URL(origin).hostname
    const synced = isCounting ? 0 : SYNCED | BACKED_UP
    return Buffer.concat([
      sha256(rpId),
      Buffer.from([flags | PRESENT | verified | synced]),
      count,
      more,
    ])
  }

  const named = { id: base64url(id), rawId: base64url(id), type: 'public-key' } as const

  return {
    id: named.id,

    /** `navigator.credentials.create` */
    create(options: Given, faults: Faults = {}): RawInput<typeof passkeyApi.passkeysPost>['body'] {
      const key = cbor(
        new Map<number, Item>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.from([0, id.length])
      const credential = Buffer.concat([Buffer.alloc(16), length, id, key])
      const attestationObject = cbor(
        new Map<string, Item>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authenticatorData(WITH_KEY, faults, credential)],
        ]),
      )
      return {
        response: {
          ...named,
          clientExtensionResults: {},
          response: {
            clientDataJSON: base64url(clientData('webauthn.create', options, faults)),
            attestationObject: base64url(attestationObject),
            transports: ['internal'],
          },
        },
      }
    },

    /** `navigator.credentials.get` */
    get(options: Given, faults: Faults = {}) {
      const said = clientData('webauthn.get', options, faults)
      const data = authenticatorData(0, faults)
      const signed = createSign('sha256').update(Buffer.concat([data, sha256(said)]))
      return {
        ...named,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(said),
          authenticatorData: base64url(data),
          signature: faults.signature ?? base64url(signed.sign(privateKey)),
        },
      }
    },
  }
}
