import type { approvalApi } from '#protocol/console/approval.ts'
import type { Result } from '#protocol/endpoint.ts'
import { Facts, Nothing, Panel, PanelBody } from '#console/parts/panel.tsx'
import { Badge } from '#ui/badge.tsx'

export type ApprovalDetail = Result<typeof approvalApi.consoleApprovalGet>

/** What the proposer was shown, beside how it is now where that counts: once it is decided, it differs by what was carried out. */
export function FactTable({ approval }: { readonly approval: ApprovalDetail }) {
  const { state, facts } = approval
  if (state === 'proposed' || state === 'stale') return <Compared approval={approval} />
  return (
    <Panel title="提案のときの事実">
      <PanelBody>
        <Facts facts={facts.map(({ label, value }) => [label, value])} />
      </PanelBody>
    </Panel>
  )
}

/** Where the facts differ, nothing is carried out. */
function Compared({ approval }: { readonly approval: ApprovalDetail }) {
  const { facts, factsNow, hasChanged } = approval
  const now = new Map(factsNow?.map(({ label, value }) => [label, value]))
  return (
    <Panel
      title="いまの事実"
      beside={
        <Badge tone={hasChanged ? 'danger' : 'good'}>
          {hasChanged ? '提案のときと違います' : '提案のときと同じ'}
        </Badge>
      }
      {...(hasChanged ? { tone: 'warning' as const } : {})}
    >
      {factsNow === undefined ? (
        <Nothing>いまは、この操作を待つものがありません。承認しても実行されません。</Nothing>
      ) : null}
      <div className="rows-scroll" role="group" aria-label="事実" tabIndex={0}>
        <table className="rows">
          <caption className="visually-hidden">提案のときの事実と、いまの事実</caption>
          <thead>
            <tr>
              <th scope="col">事実</th>
              <th scope="col">提案のとき</th>
              <th scope="col">いま</th>
              <th scope="col">照合</th>
            </tr>
          </thead>
          <tbody>
            {facts.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="is-whole">{value}</td>
                <td className="is-whole">{now.get(label) ?? '–'}</td>
                <td className={now.get(label) === value ? undefined : 'is-over'}>
                  {now.get(label) === value ? '同じ' : '相違'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
