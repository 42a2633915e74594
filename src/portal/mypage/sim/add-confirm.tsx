import { pages } from '#vocabulary/pages.ts'
import { queueOf, simFacts, simFigures, type SimEstimate } from '#portal/mypage/sim/sim-entries.ts'
import { inputAddress } from '#portal/mypage/flow/address.ts'
import { EstimateFolds, Notices } from '#portal/mypage/flow/estimate.tsx'
import { Fold } from '#portal/mypage/flow/fold.tsx'
import { KeyFigures } from '#portal/mypage/flow/key-figures.tsx'
import { Review, type AtReview } from '#portal/mypage/flow/review.tsx'
import { formatDate, formatYen } from '#ui/format.ts'
import { TextLink } from '#ui/text-link.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { simApi } from '#protocol/sim.ts'

type ConfirmProps = AtReview & {
  readonly estimate: SimEstimate
  readonly terms: Result<typeof simApi.simAddContractGet>
  readonly wish: Readonly<Record<string, string>>
}

export function AddConfirm({ estimate, terms, wish, note, refused, keys }: ConfirmProps) {
  const { why, conditions, oneOff } = estimate
  const { kind, size, nickname = '', eid = '' } = wish
  return (
    <Review
      {...{ why, note, refused }}
      stage={
        <KeyFigures
          what={nickname === '' ? '新しい回線' : `新しい回線（${nickname}）`}
          figures={simFigures(estimate)}
        />
      }
      facts={simFacts(estimate, eid, [], true)}
      {...queueOf(keys, { operation: 'simAdd', kind, size })}
      read={
        <>
          <Notices sentences={estimate.notices} />
          <Fold title={terms.title} hint={`${formatDate(terms.revisedOn)}改定`}>
            {terms.summary.map(({ heading, body }) => (
              <div key={heading}>
                <h3>{heading}</h3>
                <p>{body}</p>
              </div>
            ))}
            <p>
              <TextLink href={terms.path} external>
                規約の全文を読む
              </TextLink>
            </p>
          </Fold>
        </>
      }
      form={{
        keys,
        conditions,
        values: { kind, size, nickname, eid, termsVersion: terms.version },
        submitLabel: `${formatYen(oneOff.totalYen)}でSIMの追加を申し込む`,
        agreement: '費用と規約を確認し、同意します',
      }}
      back={{
        href: inputAddress(pages.simAdd, { kind, size, nickname, draft: keys.draft }),
        label: '入力に戻る',
      }}
    >
      <EstimateFolds estimate={estimate} />
    </Review>
  )
}
