import { pages } from '#vocabulary/pages.ts'
import type { ArrivalNote } from '#portal/mypage/flow/address.ts'
import { Arrival, ConfirmForm } from '#portal/mypage/flow/confirm-form.tsx'
import { EstimateSheet } from '#portal/mypage/flow/estimate-sheet.tsx'
import type { Stayed } from '#portal/mypage/flow/finish.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import type { contractApi } from '#protocol/contract.ts'
import type { Result } from '#protocol/endpoint.ts'

type PaperProps = Stayed & {
  readonly estimate: Result<typeof contractApi.contractDetailPaperAvailableGet>
  readonly note: ArrivalNote | undefined
  readonly keys: FormKeys
}

export function PaperConfirm({ estimate, note, refused, keys }: PaperProps) {
  const { docId, title, addressMasked, conditions, why } = estimate
  return (
    <>
      <Arrival note={why.allowed ? note : undefined} />
      {refused === undefined ? null : <RefusalNotice reason={refused} answersPress />}
      {why.allowed || refused !== undefined ? null : <RefusalNotice reason={why} />}
      <EstimateSheet
        estimate={estimate}
        isMonthlyShown={false}
        more={[
          { term: '郵送する書面', value: title },
          { term: 'お届け先', value: addressMasked },
        ]}
      />
      {why.allowed ? (
        <ConfirmForm
          keys={keys}
          conditions={conditions}
          values={{ docId }}
          submitLabel="郵送を申し込む"
          backHref={pages.documents}
          backLabel="書面の一覧に戻る"
        />
      ) : null}
    </>
  )
}
