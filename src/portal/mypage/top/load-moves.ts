import { attempt } from '#portal/mypage/shared/attempt.ts'
import { valueOf } from '#portal/mypage/shared/part.ts'
import type { Move, Orders } from '#portal/mypage/shared/wire.ts'
import type { Call } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'

/** Asks for nothing where no line is on its way to another phone, as on most days of most members. */
export async function loadMoves(call: Call, orders: Orders | undefined): Promise<Move[]> {
  const moving = (orders?.rows ?? []).filter(({ operation }) => operation === 'phoneMove')
  const moves = await Promise.all(
    moving.map(({ orderNo }) => attempt(call(api.phoneMoveGet, { query: { orderNo } }))),
  )
  return moves.flatMap((one) => valueOf(one) ?? [])
}
