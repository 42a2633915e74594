import { createECDH, hkdfSync } from 'node:crypto'
import { text } from 'node:stream/consumers'
import decrypt from '@apeleghq/rfc8188/decrypt'
import { aes128gcm } from '@apeleghq/rfc8188/encodings'

/** What a browser makes when it subscribes; the private half stays in it. All base64url. */
export type DeviceKeys = {
  readonly privateKey: string
  readonly publicKey: string
  readonly auth: string
}

/**
 * Opens a message as a browser does. The record (RFC 8188) is opened by a library that shares nothing with the one by which
 * the portal encrypts; the key that it wants (RFC 8291, 3.4) is made here.
 * @throws Error for what was not encrypted to this device, or was changed on the way
 */
export function decryptPush(body: Uint8Array<ArrayBuffer>, device: DeviceKeys): Promise<string> {
  const receiver = createECDH('prime256v1')
  receiver.setPrivateKey(Buffer.from(device.privateKey, 'base64url'))
  const auth = Buffer.from(device.auth, 'base64url')
  const keyFor = (senderKey: ArrayBufferLike) => {
    const sender = Buffer.from(senderKey)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), sender])
    return hkdfSync('sha256', receiver.computeSecret(sender), auth, info, 32)
  }
  return text(decrypt(aes128gcm, new Blob([body]).stream(), keyFor))
}
