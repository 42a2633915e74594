import { pages } from '#vocabulary/pages.ts'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { orderAction } from '#portal/mypage/flow/submit.ts'
import { loadRegistration } from '#portal/mypage/device/load-registration.ts'
import { RegisterConfirm } from '#portal/mypage/device/register-confirm.tsx'
import { isRegistrationClosed, RegisterInput } from '#portal/mypage/device/register-input.tsx'
import { callOf } from '#portal/request.ts'
import { deviceApi } from '#protocol/device.ts'
import type { Route } from './+types/register.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const loaded = await loadRegistration(callOf(context), url)
  const isClosed = loaded.step === 'input' && isRegistrationClosed(loaded)
  return { keys: keysOf(context, url), isClosed, ...loaded }
}

export const action = orderAction({ order: deviceApi.assuredDeviceSelectMenuPost })

const titles = { input: '端末の登録', confirm: '端末の登録の確認', done: '端末の登録の受付' }

export const meta = procedureMeta(titles)

export default function RegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  return (
    <ProcedurePage titles={titles} loaded={loaderData} way={[pages.devices]}>
      {step === 'input' ? <RegisterInput {...loaderData} /> : null}
      {step === 'confirm' ? <RegisterConfirm {...loaderData} {...actionData} /> : null}
    </ProcedurePage>
  )
}
