import type { consoleAuditApi } from '#protocol/console/audit.ts'
import type { Result } from '#protocol/endpoint.ts'
import { Panel } from '#console/parts/panel.tsx'
import { Badge } from '#ui/badge.tsx'
import { formatDateTime } from '#ui/format.ts'

type Verified = Result<typeof consoleAuditApi.consoleAuditVerifyGet>

const stores = {
  compared: '外の控えと照合しました',
  noAnswer: '外の控えが答えませんでした',
  unset: '外の控えは設定されていません',
} as const

/** Whether the sealed heads of all chains are as they were put away outside the house. */
export function ChainState({ verified: { seals } }: { readonly verified: Verified }) {
  const isWhole = seals.faults.length === 0
  return (
    <Panel
      title="連なりの状態"
      beside={
        <Badge tone={isWhole ? 'good' : 'danger'}>
          {isWhole ? '切れ目なし' : `食い違い ${seals.faults.length}件`}
        </Badge>
      }
      aside={stores[seals.store]}
      {...(isWhole ? {} : { tone: 'warning' as const })}
    >
      <dl className="figures">
        <div>
          <dt>毎時の控え</dt>
          <dd>{seals.count}回</dd>
        </div>
        <div>
          <dt>最後の控え</dt>
          <dd>{seals.lastAt === undefined ? 'まだありません' : formatDateTime(seals.lastAt)}</dd>
        </div>
        <div>
          <dt>外に送れていない控え</dt>
          <dd>{seals.unposted}回</dd>
        </div>
      </dl>
      {isWhole ? null : (
        <ul className="plain-rows">
          {seals.faults.map(({ seal, what, found }) => (
            <li key={`${seal} ${what}`}>
              <b>{what}</b>
              <span className="muted">
                {seal}：{found}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
