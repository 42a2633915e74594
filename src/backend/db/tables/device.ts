import type { TokyoDate } from '#domain/tokyo.ts'

export type DeviceTables = {
  covered_device: {
    contract_id: string
    device_id: string
    line_id: string
    /** The registration it came with. */
    order_no: string
    maker: string
    name: string
    imei_sealed: string
    imei_index: string
    purchased_on: TokyoDate | null
    covered_from: TokyoDate
    /** The last day, where its cover was moved or ended before the option. */
    covered_until: TokyoDate | null
  }
  claim_photograph: {
    contract_id: string
    photograph_id: string
    order_no: string
    position: number
    picture_sealed: Buffer
    small_sealed: Buffer
    width: number
    height: number
    given_index: string
    taken_in_at: Temporal.Instant
  }
}
