import { createDecipheriv, createECDH, createHmac } from 'node:crypto'

/** What a browser makes when it subscribes; the private half stays in it. All base64url. */
export type DeviceKeys = {
  readonly privateKey: string
  readonly publicKey: string
  readonly auth: string
}

const PUBLIC_KEY_BYTES = 65
const TAG_BYTES = 16

/**
 * Opens a message as a browser does: RFC 8291 for the keys, RFC 8188 for the record. Written from the two documents and
 * held to their own example (decrypt.test.ts), so that it shares nothing with the library by which the portal encrypts.
 * @throws Error for what was not encrypted to this device, or was changed on the way
 */
export function decryptPush(body: Buffer, device: DeviceKeys): Buffer {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (keyLength !== PUBLIC_KEY_BYTES) throw new Error('no uncompressed point of P-256')
  if (record.length > recordSize) throw new Error('more than one record (RFC 8291, 4)')

  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(Buffer.from(device.privateKey, 'base64url'))
  const receiverKey = Buffer.from(device.publicKey, 'base64url')
  const shared = ecdh.computeSecret(senderKey)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey])
  const input = expand(extract(Buffer.from(device.auth, 'base64url'), shared), keyInfo, 32)

  const secret = extract(salt, input)
  const key = expand(secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = expand(secret, Buffer.from('Content-Encoding: nonce\0'), 12)
  const opened = createDecipheriv('aes-128-gcm', key, nonce)
  opened.setAuthTag(record.subarray(-TAG_BYTES))
  const padded = Buffer.concat([opened.update(record.subarray(0, -TAG_BYTES)), opened.final()])
  // The last octet that is not zero ends the text; 2 says that no record follows.
  const end = padded.findLastIndex((octet) => octet !== 0)
  if (padded[end] !== 2) throw new Error('not the last record')
  return padded.subarray(0, end)
}

const extract = (salt: Buffer, input: Buffer) => createHmac('sha256', salt).update(input).digest()

/** HKDF-Expand (RFC 5869) of one block. */
const expand = (secret: Buffer, info: Buffer, bytes: number) =>
  createHmac('sha256', secret)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest()
    .subarray(0, bytes)
