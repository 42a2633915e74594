import { returnKindOf } from '#domain/notice/mail-failure.ts'
import type { MailReturnKind } from '#vocabulary/mail-return.ts'

/** What a returned mail says. */
export type MailReport = { readonly kind: MailReturnKind; readonly status: string | null }

/** Enough for any report; what somebody nests deeper is none. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 200_000 }

/**
 * Reads a mail that came to a return address: a delivery report (RFC 3464) or a complaint (RFC 5965).
 * @returns undefined where it says nothing of the address: a delay, an absence note, a report that it did arrive.
 */
export async function readReport(raw: Uint8Array): Promise<MailReport | undefined> {
  // Loaded with the first report: only a worker reads any.
  const { default: PostalMime } = await import('postal-mime')
  const read = (part: Uint8Array | string) =>
    PostalMime.parse(part, {
      ...limits,
      forceRfc822Attachments: true,
      attachmentEncoding: 'utf8',
    })
  const mail = await read(raw).catch(() => undefined)
  if (mail === undefined) return unread
  const partOf = (type: string) => mail.attachments.find(({ mimeType }) => mimeType === type)
  /** The report's fields are written as headers are, one block for each recipient. */
  const blocksOf = (part: { readonly content: unknown }) =>
    Promise.all(
      String(part.content)
        .split(/\r?\n\r?\n/)
        .map(async (block) => {
          const { headers } = await read(`${block}\r\n\r\n`)
          return new Map(headers.map(({ key, value }) => [key, value]))
        }),
    ).catch(() => [])

  const delivery = partOf('message/delivery-status')
  if (delivery !== undefined) return deliveryReport(await blocksOf(delivery))
  const feedback = partOf('message/feedback-report')
  if (feedback !== undefined) return complaint(await blocksOf(feedback))
  return isWrittenByMachine(mail.headers) ? undefined : unread
}

const unread: MailReport = { kind: 'unread', status: null }

type Fields = ReadonlyMap<string, string>

function deliveryReport(blocks: readonly Fields[]): MailReport | undefined {
  const actions = blocks.flatMap((block) => block.get('action')?.trim().toLowerCase() ?? [])
  const failed = blocks.find((block) => block.get('action')?.trim().toLowerCase() === 'failed')
  if (failed === undefined) return actions.length === 0 ? unread : undefined
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(failed.get('status') ?? '')?.[0]
  return status === undefined ? unread : { kind: returnKindOf(status), status }
}

/** Only what a reader has reported: a list that says "no spam" is one too (RFC 5965, section 7.3). */
function complaint(blocks: readonly Fields[]): MailReport | undefined {
  const [type] = blocks.flatMap((block) => block.get('feedback-type')?.trim().toLowerCase() ?? [])
  return type === 'abuse' || type === 'fraud' ? { kind: 'complaint', status: null } : undefined
}

/** An absence note and the like (RFC 3834); a mail server that returns mail without a report says so neither. */
const isWrittenByMachine = (headers: readonly { readonly key: string; readonly value: string }[]) =>
  headers.some(
    ({ key, value }) =>
      (key === 'auto-submitted' && /^auto-replied/i.test(value)) ||
      key === 'x-autoreply' ||
      (key === 'precedence' && /^(bulk|auto_reply|list)/i.test(value)),
  )
