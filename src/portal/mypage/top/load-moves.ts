import { attempt } from '#portal/mypage/shared/attempt.ts'
import { valueOf } from '#portal/mypage/shared/part.ts'
import type { Move, Orders } from '#portal/mypage/shared/wire.ts'
import type { Call } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'

/**
 * What is on its way to another phone, or went there some days ago and is still so. Asks for nothing where nothing does, as on
 * most days of most members.
 */
export async function loadMoves(call: Call, orders: Orders | undefined): Promise<Move[]> {
  const said = (orders?.rows ?? []).filter(
    ({ operation, final, state }) => operation === 'phoneMove' && (!final || state === 'completed'),
  )
  const moves = await Promise.all(
    said.map(({ orderNo }) => attempt(call(api.phoneMoveGet, { query: { orderNo } }))),
  )
  return moves.flatMap((one) => valueOf(one) ?? []).filter(({ since }) => since === undefined)
}
