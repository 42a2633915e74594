import { pages } from '#vocabulary/pages.ts'
import { queueOf, simFacts, simFigures, type SimEstimate } from '#portal/mypage/sim/sim-entries.ts'
import { inputAddress } from '#portal/mypage/flow/address.ts'
import { Fold } from '#portal/mypage/flow/fold.tsx'
import { EstimateReview } from '#portal/mypage/flow/estimate-review.tsx'
import type { AtReview } from '#portal/mypage/flow/review.tsx'
import { formatDate, formatYen } from '#ui/format.ts'
import { TextLink } from '#ui/text-link.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { simApi } from '#protocol/sim.ts'

type ConfirmProps = AtReview & {
  readonly estimate: SimEstimate
  readonly terms: Result<typeof simApi.simAddContractGet>
  readonly wish: Readonly<Record<string, string>>
}

export function AddConfirm({ estimate, terms, wish, ...at }: ConfirmProps) {
  const { keys } = at
  const { kind, size, nickname = '', eid = '' } = wish
  return (
    <EstimateReview
      {...at}
      estimate={estimate}
      what={nickname === '' ? '新しい回線' : `新しい回線（${nickname}）`}
      figures={simFigures(estimate)}
      facts={simFacts(estimate, eid, [], true)}
      {...queueOf(keys, { operation: 'simAdd', kind, size })}
      terms={
        <Fold title={terms.title} hint={`${formatDate(terms.revisedOn)}改定`}>
          {terms.summary.map(({ heading, body }) => (
            <div key={heading}>
              <h3>{heading}</h3>
              <p>{body}</p>
            </div>
          ))}
          <p className="tap">
            <TextLink href={terms.path} external>
              規約の全文を読む
            </TextLink>
          </p>
        </Fold>
      }
      form={{
        values: { kind, size, nickname, eid, termsVersion: terms.version },
        submitLabel: `${formatYen(estimate.oneOff.totalYen)}でSIMの追加を申し込む`,
        agreement: '費用と規約を確認し、同意します',
      }}
      back={{
        href: inputAddress(pages.simAdd, { kind, size, nickname, draft: keys.draft }),
        label: '入力に戻る',
      }}
    />
  )
}
