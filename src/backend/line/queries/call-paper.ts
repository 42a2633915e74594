import { callKindLabels } from '#vocabulary/call.ts'
import { brand } from '#brand'
import { findLine } from '#backend/contract/contracts.ts'
import { requireNoLineUser } from '#backend/contract/family-roles.ts'
import { openNumber } from '#backend/contract/line-mapping.ts'
import { formatNumber } from '#backend/contract/line-words.ts'
import { readRange } from '#backend/date-range.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import { formatDay, formatMoment } from '#backend/mail/japanese-date.ts'
import type { DocumentContent } from '#backend/pdf/content.ts'
import { formatTenthsYen } from '#vocabulary/yen.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { readCalls, shownNumber, type CallsAsked } from './call-log.ts'
import type { CallRow } from '../rows/calls.ts'
import { explain } from './call-words.ts'

export type CallPaperAsked = CallsAsked & { accountId: string }

/** Far more than anyone calls in a month. */
const ROWS_MAX = 5000

/** Calls and messages of a line as a document, the oldest first; numbers complete only where that is asked for. */
export async function callPaper(
  db: Db,
  sealing: Sealing,
  asked: CallPaperAsked,
): Promise<DocumentContent> {
  const line = await findLine(db, asked.contractId, asked.lineId)
  await requireNoLineUser(db, asked)
  const { name } = await readHolder(db, sealing, asked.accountId)
  const range = readRange(asked)
  const rows = (await readCalls(db, asked, range, ROWS_MAX)).toReversed()
  const total = rows.reduce((sum, row) => sum + row.amount_tenths_yen, 0)
  return {
    title: '通話・SMSのご利用明細',
    addressee: `${name} 様`,
    figure: { label: '料金の合計', value: formatTenthsYen(total) },
    facts: [
      { label: '回線', value: formatNumber(openNumber(line, sealing)) },
      { label: '期間', value: `${formatDay(range.from)}から${formatDay(range.to)}まで` },
      { label: '作成日', value: formatDay(toTokyoDate(asked.now)) },
      { label: '件数', value: `${rows.length}件` },
    ],
    blocks: [
      {
        heading: '明細',
        table: {
          columns: [
            { header: '日時', share: 3 },
            { header: '種類', share: 2 },
            { header: '相手先', share: 3 },
            { header: '時間・通数', share: 2, numeric: true },
            { header: '計算', share: 4 },
            { header: '料金', share: 2, numeric: true },
          ],
          rows: rows.map((row) => [
            formatMoment(row.started_at),
            callKindLabels[row.kind],
            shownNumber(row, asked, sealing),
            lengthOf(row),
            explain(row),
            formatTenthsYen(row.amount_tenths_yen),
          ]),
        },
        paragraphs: [
          asked.unmasked
            ? '相手先の番号をすべて記載しています。お取り扱いにご注意ください。'
            : '相手先の番号は、末尾を伏せています。',
          '締めた月よりあとに届いた記録や訂正は、次の請求に差額を記載します。',
        ],
      },
    ],
    footer: `${brand.service}　通話・SMSのご利用明細`,
  }
}

const lengthOf = ({ duration_seconds: seconds, units }: CallRow) =>
  seconds === null ? `${units}通` : `${seconds}秒`
