import { formatMoment } from '#backend/mail/japanese-date.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { ticketChannels } from '#vocabulary/console.ts'
import { contactTopics } from '#vocabulary/contact.ts'
import { contactPage } from '#vocabulary/pages.ts'
import type { TicketRow } from './rows.ts'

export type ContactOccasion = 'received' | 'answered' | 'asked'

/** What was written stands in my page alone: a mailbox is read by more people. */
export function contactMessage(
  occasion: ContactOccasion,
  { accountId, row }: { readonly accountId: string; readonly row: TicketRow },
): MemberMessage {
  const { ticket_no: ticketNo } = row
  return {
    accountId,
    sourceRef: `ticket/${ticketNo}/${row.entries}`,
    kind: 'procedure',
    ...words(occasion, row),
    facts: [
      { label: 'お問い合わせの番号', value: ticketNo },
      { label: '内容', value: contactTopics[row.topic] },
    ],
    link: { label: 'やりとりを開く', path: contactPage(ticketNo) },
  }
}

function words(
  occasion: ContactOccasion,
  row: TicketRow,
): Pick<MemberMessage, 'subject' | 'paragraphs'> {
  switch (occasion) {
    case 'received':
      return {
        subject: 'お問い合わせを受け付けました',
        paragraphs: [
          `${ticketChannels[row.channel]}でいただいたお問い合わせを受け付けました。${formatMoment(row.due_at)}までに回答します。`,
          'やりとりは、マイページの「お問い合わせ」で確認できます。お心当たりがないときは、そこからお知らせください。',
        ],
      }
    case 'answered':
      return {
        subject: 'お問い合わせに回答しました',
        paragraphs: [
          'いただいたお問い合わせに回答しました。回答は、マイページの「お問い合わせ」でご覧ください。',
        ],
      }
    case 'asked':
      return {
        subject: 'お問い合わせについて、お尋ねしたいことがあります',
        paragraphs: [
          'いただいたお問い合わせについて、お尋ねしたいことがあります。マイページの「お問い合わせ」で内容を確認し、お返事をお書きください。',
        ],
      }
  }
}
