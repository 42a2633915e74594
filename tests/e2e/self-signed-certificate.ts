import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A key and a certificate for a name that are made for one run: no key lies in the project. */
export function selfSignedCertificate(host = 'localhost') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const der = certificateOf(host, publicKey.export({ type: 'spki', format: 'der' }), (bytes) =>
    sign('sha256', bytes, privateKey),
  )
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}

/** RFC 5280 4.1, as little of it as a browser and Node ask for. */
function certificateOf(
  host: string,
  subjectPublicKeyInfo: Buffer,
  signed: (bytes: Buffer) => Buffer,
): Buffer {
  const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
  const name = sequence(tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from(host)))))
  const names = sequence(tagged(0x82, Buffer.from(host)))
  const toBeSigned = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(time('20200101000000Z'), time('20991231000000Z')),
    name,
    subjectPublicKeyInfo,
    tagged(0xa3, sequence(sequence(objectId('551d11'), tagged(0x04, names)))),
  )
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), signed(toBeSigned)]))
  return sequence(toBeSigned, ecdsaWithSha256, signature)
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size =
    length < 0x80
      ? [length]
      : length < 0x100
        ? [0x81, length]
        : [0x82, Math.floor(length / 0x100), length % 0x100]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts))
const integer = (bytes: Buffer) => tagged(0x02, bytes)
const objectId = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const time = (text: string) => tagged(0x18, Buffer.from(text))
