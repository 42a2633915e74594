import { held, labelOf, left, said, type HeldValue } from '#backend/held.ts'
import { exchangeStateWords } from '#vocabulary/states/exchange.ts'

const typeWords = {
  command: '回線の操作',
  order: 'SIM・番号の手続き',
  consent: '転出の同意',
  service: 'グループサービスの操作',
} as const

const typeOf = ({ type }: Readonly<Record<string, unknown>>): HeldValue =>
  typeof type === 'string' ? labelOf(typeWords, type) : null

export const carrierHeld = [
  held({
    table: 'carrier_exchange',
    by: 'contract_id',
    title: '回線設備への依頼',
    kept: { for: 'usage' },
    columns: {
      contract_id: left.key,
      exchange_id: left.key,
      order_no: '手続きの受付番号',
      line_id: '回線の識別子',
      // Addresses are in the profile; codes of SIMs and tokens open doors.
      request: { title: '種類', show: ({ request }) => typeOf(request) },
      state: said('状態', 'state', exchangeStateWords),
      attempts: '送信の回数',
      answer: left.secret,
      created_at: '依頼した日時',
      changed_at: '最後に進んだ日時',
    },
  }),
  held({
    table: 'carrier_report',
    by: 'contract_id',
    title: '回線設備からの報告',
    kept: { for: 'usage' },
    columns: {
      contract_id: left.key,
      order_no: '手続きの受付番号',
      exchange_id: left.key,
      event_id: left.key,
      state: '状態',
      at: '日時',
      // Activation codes and MNP numbers.
      facts_sealed: left.secret,
      received_at: '受信日時',
    },
  }),
]
