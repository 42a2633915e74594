import type { StaffWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { notFound } from '#backend/refusal.ts'
import { formatDay, formatMoment } from '#backend/mail/japanese-date.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import type { ticketApi } from '#protocol/console/ticket.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { contactTopics, type ContactTopic } from '#vocabulary/contact.ts'
import { pages, type Page } from '#vocabulary/pages.ts'
import { ticketsFor, type NamedTicket } from './tickets-for.ts'

type Templates = Answer<typeof ticketApi.consoleTicketTemplatesGet>['templates']

/** Where the member does it alone: the first answer to most questions. */
const ownScreen: Partial<Record<ContactTopic, { readonly page: Page; readonly words: string }>> = {
  billing: { page: pages.billing, words: '料金の内訳とお支払いの状況' },
  data: { page: pages.usage, words: '日ごとのデータ利用量と、データ残量の内訳' },
  line: { page: pages.simChange, words: 'SIMの再発行と変更' },
  procedure: { page: pages.orders, words: '進行中のお手続きと、次の予定' },
  device: { page: pages.devices, words: '端末の保証と、修理・交換の請求' },
  account: { page: pages.user, words: 'ご登録の内容の確認と変更' },
  access: { page: pages.access, words: '閲覧と代理の記録' },
}

/**
 * Beginnings of answers with the facts of the case. Facts of the member's record are in none: they are read in an open
 * grant, which notes it. @throws RefusalError NOT_FOUND
 */
export async function answerTemplates(
  db: Db,
  { publicUrl }: { readonly publicUrl: string },
  who: StaffWho,
  ticketNo: string,
): Promise<{ templates: Templates }> {
  const row = await ticketsFor(db, who).where('t.ticket_no', '=', ticketNo).executeTakeFirst()
  if (row === undefined) throw notFound()
  const opened = formatDay(toTokyoDate(row.opened_at))
  const about = `${opened}にいただいた「${contactTopics[row.topic]}」のお問い合わせ（${ticketNo}）`
  return {
    templates: [
      {
        code: 'looking',
        title: '確認に時間がかかる',
        text: `${about}について、確認に時間をいただいています。${formatMoment(row.due_at)}までに、あらためて回答します。`,
      },
      {
        code: 'asking',
        title: 'お尋ねする',
        text: `${about}について、お尋ねします。\n・いつからですか。\n・どの回線、どの端末ですか。\nこの画面にお返事をお書きください。`,
      },
      ...ownScreenTemplate(row, publicUrl),
      {
        code: 'done',
        title: '終わったことを知らせる',
        text: `${about}は、対応を終えました。続きがあるときは、この画面から14日以内にお書きください。`,
      },
    ],
  }
}

function ownScreenTemplate({ topic }: NamedTicket, publicUrl: string): Templates {
  const screen = ownScreen[topic]
  if (screen === undefined) return []
  return [
    {
      code: 'ownScreen',
      title: 'マイページの画面を案内する',
      text: `${screen.words}は、マイページでご確認いただけます。\n${publicUrl}${screen.page}`,
    },
  ]
}
