import { sql } from 'kysely'
import { held, left } from '#backend/held.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { openImei, openPicture } from './rows.ts'

const keptDays = (now: Instant) => ruleValue('claimPhotographsKeptDays', toTokyoDate(now))

export const deviceHeld = [
  held({
    table: 'covered_device',
    by: 'contract_id',
    title: '保証の対象の端末',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      device_id: left.key,
      line_id: '回線の識別子',
      order_no: '登録の受付番号',
      maker: 'メーカー',
      name: '端末',
      imei_sealed: { title: '製造番号（IMEI）', show: (row, sealing) => openImei(sealing, row) },
      imei_index: left.internal,
      purchased_on: '購入日',
      covered_from: '保証の開始日',
      covered_until: '保証の最終日',
    },
  }),
  held({
    table: 'claim_photograph',
    by: 'contract_id',
    title: '修理・交換の請求の写真',
    kept: {
      for: 'settings',
      past: {
        words: '請求が終わってから90日',
        when: ({ now }) => sql`exists (select 1 from procedure_order as o
          where o.contract_id = claim_photograph.contract_id and o.order_no = claim_photograph.order_no
            and o.closed_at < ${now.subtract({ hours: 24 * keptDays(now) }).toString()}::timestamptz)`,
      },
    },
    columns: {
      contract_id: left.key,
      photograph_id: left.key,
      order_no: '請求の受付番号',
      position: '順番',
      picture_sealed: left.internal,
      small_sealed: left.internal,
      width: '横の画素数',
      height: '縦の画素数',
      given_index: left.internal,
      taken_in_at: '受け取った日時',
    },
    file: (row, sealing) => ({
      name: `claim-${row.order_no}-${row.position}.jpg`,
      bytes: openPicture(sealing, row),
    }),
  }),
]
