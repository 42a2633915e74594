import { z } from 'zod'

export type Mail = { to: string; subject: string; sentAt: string; text: string; html?: string }

const jsonMailSchema = z.object({
  to: z.union([z.string(), z.array(z.string()).transform((all) => all.join(', '))]),
  subject: z.string(),
  sentAt: z.string().default(''),
  text: z.string(),
  html: z.string().optional(),
})

/** A mail as our mailer left it in the folder: `.json`, or `.eml` (RFC 5322, one text part is enough). */
export function parseMail(fileName: string, content: string): Mail | undefined {
  return fileName.endsWith('.json') ? parseJsonMail(content) : parseEml(content)
}

function parseJsonMail(content: string): Mail | undefined {
  try {
    return jsonMailSchema.safeParse(JSON.parse(content)).data
  } catch {
    return undefined
  }
}

function parseEml(content: string): Mail {
  const { headers, body } = parsePart(content)
  return {
    to: decodeWords(headers.get('to') ?? ''),
    subject: decodeWords(headers.get('subject') ?? ''),
    sentAt: headers.get('date') ?? '',
    text: textOfPart(headers, body),
  }
}

function parsePart(part: string): { headers: Map<string, string>; body: string } {
  const plain = part.replaceAll('\r\n', '\n').replace(/^\n+/, '')
  const end = plain.indexOf('\n\n')
  const head = end === -1 ? plain : plain.slice(0, end)
  const lines = head.replace(/\n[ \t]+/g, ' ').split('\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { headers, body: end === -1 ? '' : plain.slice(end + 2) }
}

/** The first text/plain part, decoded; multipart is looked through in order. */
function textOfPart(headers: Map<string, string>, body: string): string {
  const type = headers.get('content-type') ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (boundary !== undefined) {
    const parts = body.split(`--${boundary}`).slice(1).map(parsePart)
    const texts = parts.map((part) => textOfPart(part.headers, part.body))
    return texts.find((text) => text !== '') ?? ''
  }
  if (!type.toLowerCase().startsWith('text/plain')) return ''
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding === 'quoted-printable') return decodeQuoted(body.replace(/=\n/g, ''))
  return body
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})|([^\0-\x7f]+)/gi, (_all, hex, wide) =>
    typeof hex === 'string'
      ? String.fromCharCode(Number.parseInt(hex, 16))
      : Buffer.from(String(wide), 'utf8').toString('latin1'),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Header words such as `=?UTF-8?B?…?=` (RFC 2047). */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    )
}
