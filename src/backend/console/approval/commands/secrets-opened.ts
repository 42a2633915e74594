import { getTicket } from '#backend/contact/public.ts'
import { RefusalError } from '#backend/refusal.ts'
import { isOpenTicket } from '#domain/contact/ticket-states.ts'
import { proofPurposes } from '#vocabulary/console-record.ts'
import type { Guarded } from './guarded.ts'
import { secretTarget, SECRETS_HOURS } from '../queries/opened-by-law.ts'

/**
 * 通信の秘密 opened by a legal paper (電気通信事業法4条; a warrant or a request by law): one part of one member's record, out
 * of one case. That it was approved opens it (`openedByLaw`); who has the record open reads it, each part noted.
 */
export const secretsOpened: Guarded<'secretsOpened'> = {
  act: 'secrecy.legal',
  facts: async (db, _, { ticketNo, part, paper }) => {
    const ticket = await getTicket(db, ticketNo)
    const { reason, state, account_id: accountId } = ticket
    if (reason !== 'legal' || !isOpenTicket(state) || accountId === null)
      throw new RefusalError('NOTHING_WAITS')
    return {
      target: secretTarget(ticketNo, part),
      accountId,
      contractId: ticket.contract_id ?? undefined,
      facts: [
        { label: 'お問い合わせ', value: ticketNo },
        { label: '開くもの', value: proofPurposes[part] },
        { label: '法令の書面', value: paper },
        { label: '開いている時間', value: `承認から${SECRETS_HOURS}時間` },
      ],
    }
  },
  // The approval itself is what opens it; nothing else is changed.
  run: async () => undefined,
}
