import { sql } from 'kysely'
import { column, internal, key, ofContract, sealed, table } from '#backend/table.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { type Instant, type TokyoDate, toTokyoDate } from '#domain/tokyo.ts'
import { imeiAad, openPicture, pictureAad, smallAad } from './rows.ts'

const retentionDays = (now: Instant) => ruleValue('claimPhotographsKeptDays', toTokyoDate(now))

export const deviceTables = [
  /**
   * Devices that つながる端末保証 covers: one a line, and no device twice, whoever's it is. A row stays when its cover moves
   * or ends: claims of that time belong to it.
   */
  table('covered_device', ofContract('保証の対象の端末', 'trade'), {
    device_id: key<string>(),
    line_id: column<string>('回線の識別子'),
    /** The registration it came with. */
    order_no: column<string>('登録の受付番号'),
    maker: column<string>('メーカー'),
    name: column<string>('端末'),
    imei_sealed: sealed<string, { device_id: string }>({
      aad: (row) => imeiAad(row.device_id),
      title: '製造番号（IMEI）',
    }),
    imei_index: internal<string>(),
    purchased_on: column<TokyoDate | null>('購入日'),
    covered_from: column<TokyoDate>('保証の開始日'),
    /** The last day, where its cover was moved or ended before the option. */
    covered_until: column<TokyoDate | null>('保証の最終日'),
  }),
  /**
   * Pictures of a damage, drawn anew without where and by which camera. They are deleted some time after the claim
   * is over.
   */
  table(
    'claim_photograph',
    ofContract('修理・交換の請求の写真', 'settings', {
      earlier: {
        words: '請求が終わってから90日',
        when: ({ now }) => sql`exists (select 1 from procedure_order as o
          where o.contract_id = claim_photograph.contract_id and o.order_no = claim_photograph.order_no
            and o.closed_at < ${now.subtract({ hours: 24 * retentionDays(now) }).toString()}::timestamptz)`,
      },
    }),
    {
      photograph_id: key<string>(),
      order_no: column<string>('請求の受付番号'),
      position: column<number>('順番'),
      picture_sealed: sealed<Buffer, { photograph_id: string }>({
        aad: (row) => pictureAad(row.photograph_id),
        omit: 'internal',
      }),
      small_sealed: sealed<Buffer, { photograph_id: string }>({
        aad: (row) => smallAad(row.photograph_id),
        omit: 'internal',
      }),
      width: column<number>('横の画素数'),
      height: column<number>('縦の画素数'),
      /** Of what was sent: the same file sent twice is stored once. */
      given_index: internal<string>(),
      taken_in_at: column<Temporal.Instant>('受け取った日時'),
    },
    (row, sealing) => ({
      name: `claim-${row.order_no}-${row.position}.jpg`,
      bytes: openPicture(sealing, row),
    }),
  ),
]
