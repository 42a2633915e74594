import type { Refusal } from '#vocabulary/refusal.ts'
import { data } from 'react-router'
import { attempt, statusOf } from '#portal/mypage/flow/attempt.ts'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import type { Call } from '#protocol/http.ts'
import { dataApi } from '#protocol/data.ts'

/** What a press of the high-speed switch came to. */
export type SwitchAnswer = {
  readonly lineId: string
  readonly on: boolean
  readonly refused: Refusal | undefined
}

/** Carries out the form of `SpeedSwitch`, whichever screen it stands on. */
export async function switchSpeed(call: Call, url: URL, form: FormData) {
  const lineId = textOf(form, 'lineId')
  const on = textOf(form, 'to') === 'on'
  const put = await attempt(
    url,
    call(dataApi.highSpeedStatusPut, {
      body: { lineId, on },
      idempotencyKey: idempotencyKeyOf(form),
    }),
  )
  const refused = 'refused' in put ? put.refused : undefined
  const switched: SwitchAnswer = { lineId, on, refused }
  return data({ switched }, { status: refused ? statusOf(refused) : 200 })
}
