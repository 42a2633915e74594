import { attempt } from '#portal/mypage/shared/attempt.ts'
import { valueOf } from '#portal/mypage/shared/part.ts'
import type { Contract, Move, Orders } from '#portal/mypage/shared/wire.ts'
import type { Call } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'

/**
 * What is on its way to another phone, or went there some days ago, of lines that are still there. Asks for nothing where
 * nothing does, as on most days of most members.
 */
export async function loadMoves(
  call: Call,
  orders: Orders | undefined,
  contract: Contract | undefined,
): Promise<Move[]> {
  const ended = new Set(
    contract?.lines.filter(({ status }) => status === 'ended').map(({ lineId }) => lineId),
  )
  const said = (orders?.rows ?? []).filter(
    ({ operation, final, state, lines }) =>
      operation === 'phoneMove' &&
      (!final || (state === 'completed' && !lines.some(({ lineId }) => ended.has(lineId)))),
  )
  const moves = await Promise.all(
    said.map(({ orderNo }) => attempt(call(api.phoneMoveGet, { query: { orderNo } }))),
  )
  return moves.flatMap((one) => valueOf(one) ?? [])
}
