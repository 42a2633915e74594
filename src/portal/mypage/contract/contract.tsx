import { ContractSheet } from '#portal/mypage/contract/sheet.tsx'
import { Procedures } from '#portal/mypage/contract/procedures.tsx'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { isEnded } from '#portal/mypage/shared/is-ended.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { contractApi } from '#protocol/contract.ts'
import type { Route } from './+types/contract.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const [contract, { operations, asOf }] = await Promise.all([
    ask(url, call(contractApi.contractGet)),
    ask(url, call(contractApi.contractChangeStatusGet)),
  ])
  return { contract, operations, asOf }
}

const TITLE = 'ご契約内容'

export function meta() {
  return pageMeta({ title: TITLE, noindex: true })
}

export default function Contract({ loaderData }: Route.ComponentProps) {
  const { contract, operations, asOf } = loaderData
  return (
    <Frame title={TITLE} printedAt={asOf}>
      <ContractSheet contract={contract} />
      <Procedures operations={operations} isEnded={isEnded(contract)} />
    </Frame>
  )
}
