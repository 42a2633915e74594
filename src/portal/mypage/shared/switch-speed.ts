import type { Refusal } from '#vocabulary/refusal.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import { data } from 'react-router'
import { statusOf } from '#portal/mypage/flow/attempt.ts'
import { textOf } from '#portal/mypage/flow/keys.ts'
import { send } from '#portal/mypage/flow/submit.ts'
import type { Call } from '#protocol/http.ts'
import { dataApi } from '#protocol/data.ts'

/** What a press of the high-speed switch came to. */
export type SwitchAnswer = {
  readonly lineId: string
  readonly refused: Refusal<ErrorCode> | undefined
}

/** Carries out the form of `SpeedSwitch`, whichever screen it is on. */
export async function switchSpeed(call: Call, url: URL, form: FormData) {
  const put = await send(call, url, dataApi.highSpeedStatusPut, form)
  const refused = 'refused' in put ? put.refused : undefined
  const switched: SwitchAnswer = { lineId: textOf(form, 'lineId'), refused }
  return data({ switched }, { status: refused ? statusOf(refused) : 200 })
}
