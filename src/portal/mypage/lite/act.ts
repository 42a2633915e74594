import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import type { Call } from '#protocol/http.ts'
import { dataApi } from '#protocol/data.ts'
import { lineApi } from '#protocol/line.ts'
import { packIdOf } from '#portal/mypage/shared/pack-id.ts'
import type { Part } from '#portal/mypage/shared/part.ts'
import { settle } from '#portal/mypage/shared/settle.ts'
import { isAct, type DoneAct } from './asked.ts'

/** Carries out the one form of the page that was sent. */
export async function act(call: Call, form: FormData): Promise<Part<DoneAct>> {
  const intent = textOf(form, 'intent')
  const calling = isAct(intent) ? callFor(intent, call, form) : undefined
  if (!isAct(intent) || calling === undefined) return unknown
  const done = await settle(calling)
  return done.ok ? { ok: true, value: intent } : done
}

const unknown: Part<never> = {
  ok: false,
  failed: {
    code: 'VALIDATION_FAILED',
    message: '送信された内容を読み取れませんでした。もう一度お試しください。',
  },
}

function callFor(intent: DoneAct, call: Call, form: FormData): Promise<unknown> | undefined {
  const lineId = textOf(form, 'lineId')
  const idempotencyKey = idempotencyKeyOf(form)
  switch (intent) {
    case 'speed':
      return call(dataApi.highSpeedStatusPut, {
        body: { lineId, on: textOf(form, 'to') === 'on' },
        idempotencyKey,
      })
    case 'topup': {
      const packId = packIdOf(form)
      const priceYen = Number(textOf(form, 'priceYen'))
      return (
        packId && call(dataApi.highSpeedCouponPost, { body: { packId, priceYen }, idempotencyKey })
      )
    }
    case 'stop':
      return call(lineApi.lineSuspensionPost, { body: { lineId }, idempotencyKey })
    case 'resume':
      return call(lineApi.lineSuspensionDelete, { query: { lineId }, idempotencyKey })
  }
}
