import { toLineName } from '#backend/contract/line-mapping.ts'
import type { LoadedContract } from '#backend/contract/load.ts'
import type { LineRow } from '#backend/contract/contracts.ts'
import { monthlyChange, monthlyUse } from '#backend/contract/monthly-use.ts'
import { findActiveOptions } from '#backend/contract/options.ts'
import { totalsOf } from '#backend/contract/totals.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { blockedMeanwhile } from '#backend/procedure/blocked-meanwhile.ts'
import { conditionsOf } from '#backend/procedure/conditions.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { freeMoves, moveCosts } from '#domain/phone-move/decide-move.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { simSizeLabels } from '#vocabulary/line.ts'
import { countMoves } from './free-moves.ts'

/** What a move of the line would mean and cost, if it were begun now. */
export async function loadEstimate(
  db: Db,
  { sealing, book }: { readonly sealing: Sealing; readonly book: PriceBook },
  known: LoadedContract,
  line: LineRow,
  now: Instant,
) {
  const today = toTokyoDate(now)
  const used = await countMoves(db, line, now)
  const use = monthlyUse(known, await findActiveOptions(db, known, now))
  const { perYear, left } = freeMoves(used, today)
  const estimate = {
    operation: 'phoneMove' as const,
    lines: [toLineName(line, sealing)],
    changes: [
      { label: 'SIM', before: simSizeLabels[line.sim_size], after: simSizeLabels.esim },
      { label: '電話番号', before: 'いまの番号', after: '変わりません' },
    ],
    effectiveOn: today,
    oneOff: totalsOf(moveCosts(used, today, book), today, book),
    ...monthlyChange(use, use, today, book),
    interruption: {
      expected: true,
      message: '切り替えのとき、数分ほど、この回線の通信と通話が使えません。',
    },
    undoWhile:
      line.suspension_reason === 'lost' ? '切り替わるまで' : '切り替わってから24時間が過ぎるまで',
    blockedMeanwhile: blockedMeanwhile('simOrderOpen', 'line'),
    notices: [
      `1年に${perYear}回まで無料です。${left > 0 ? `今回は無料で、あと${left}回あります（今回を含みます）。` : '今回は、eSIMの再発行手数料がかかります。'}`,
      '新しいスマホの電波を確かめてから切り替えます。それまでは、いまのスマホをそのまま使えます。',
    ],
  }
  return {
    ...estimate,
    freeMoves: { perYear, left },
    conditions: conditionsOf(estimate, { lineId: line.line_id }),
  }
}
