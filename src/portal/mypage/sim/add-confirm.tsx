import { pages } from '#vocabulary/pages.ts'
import type { AddTyped } from '#portal/mypage/sim/add-input.tsx'
import { queueOf, simEntries, type SimEstimate } from '#portal/mypage/sim/sim-entries.ts'
import { inputAddress, type ArrivalNote } from '#portal/mypage/flow/address.ts'
import { ConfirmForm } from '#portal/mypage/flow/confirm-form.tsx'
import { Confirmation } from '#portal/mypage/flow/confirmation.tsx'
import { EstimateSheet } from '#portal/mypage/flow/estimate-sheet.tsx'
import { sideEntries } from '#portal/mypage/flow/estimate-side.tsx'
import type { Stayed } from '#portal/mypage/flow/finish.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { formatDate } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { simApi } from '#protocol/sim.ts'

type ConfirmProps = Stayed & {
  readonly estimate: SimEstimate
  readonly terms: Result<typeof simApi.simAddContractGet>
  readonly wish: AddTyped
  readonly note: ArrivalNote | undefined
  readonly keys: FormKeys
}

const path = pages.simAdd

export function AddConfirm(props: ConfirmProps) {
  const { estimate, terms, wish, note, refused, agreementError, keys } = props
  const { why, conditions } = estimate
  const { kind, size, nickname } = wish
  return (
    <Confirmation
      figures={sideEntries(estimate)}
      {...queueOf(keys, { operation: 'simAdd', kind, size })}
      {...{ why, note, refused }}
    >
      <EstimateSheet
        estimate={estimate}
        more={[
          ...(nickname === '' ? [] : [{ term: '回線の名前', value: nickname }]),
          ...simEntries(estimate, wish.eid, true),
        ]}
      />
      <Section id="terms" title={terms.title}>
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
          （{formatDate(terms.revisedOn)}改定）
        </p>
      </Section>
      {why.allowed ? (
        <ConfirmForm
          keys={keys}
          conditions={conditions}
          values={{ ...wish, termsVersion: terms.version }}
          submitLabel="SIMの追加を申し込む"
          backHref={inputAddress(path, { kind, size, nickname, draft: keys.draft })}
          agreement="費用と規約を確認し、同意します"
          agreementError={agreementError}
        />
      ) : null}
    </Confirmation>
  )
}
