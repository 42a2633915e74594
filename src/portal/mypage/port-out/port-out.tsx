import { pages } from '#vocabulary/pages.ts'
import { procedureTitles } from '#portal/mypage/entrances.ts'
import { PortOutConfirm } from '#portal/mypage/port-out/confirm.tsx'
import { PortOutInput } from '#portal/mypage/port-out/input.tsx'
import { loadPortOut } from '#portal/mypage/port-out/load.ts'
import { ReservationNumber } from '#portal/mypage/port-out/number.tsx'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { orderAction } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { portOutApi } from '#protocol/port-out.ts'
import type { Route } from './+types/port-out.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const loaded = await loadPortOut(callOf(context), url)
  const isClosed = loaded.step === 'input' && !loaded.lines.some(({ allowed }) => allowed)
  return { keys: keysOf(context, url), isClosed, ...loaded }
}

export const action = orderAction({ order: portOutApi.portOutIssuanceRequestPost })

const titles = procedureTitles(pages.portOut, { done: 'MNP予約番号' })

export const meta = procedureMeta(titles)

export default function PortOut({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  return (
    <ProcedurePage titles={titles} loaded={loaderData}>
      {step === 'input' ? <PortOutInput {...loaderData} /> : null}
      {step === 'confirm' ? <PortOutConfirm {...loaderData} {...actionData} /> : null}
      {step === 'done' && loaderData.request !== undefined ? (
        <ReservationNumber request={loaderData.request} />
      ) : null}
    </ProcedurePage>
  )
}
