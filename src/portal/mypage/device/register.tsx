import { pages } from '#vocabulary/pages.ts'
import { keysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { orderAction } from '#portal/mypage/flow/submit.ts'
import { RegisterConfirm } from '#portal/mypage/device/register-confirm.tsx'
import { isRegistrationClosed, RegisterInput } from '#portal/mypage/device/register-input.tsx'
import { callOf, pageOf } from '#portal/request.ts'
import { deviceApi } from '#protocol/device.ts'
import type { Route } from './+types/register.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { keepAnswersIn, type SavedAnswers } from '#portal/mypage/flow/saved-answers.ts'
import { plainDigits } from '#portal/mypage/flow/plain-digits.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadSteps, missing, type Errors } from '#portal/mypage/flow/load-steps.ts'
import type { Menu, MenuLine } from '#portal/mypage/device/wire.ts'
import { notYet } from '#vocabulary/device.ts'
import { sentencesFor, typedIn, type Given } from '#protocol/form.ts'
import type { Call } from '#protocol/http.ts'

const asked = ['lineId', 'imei', 'maker', 'name', 'purchasedOn']

const registrationAnswers = keepAnswersIn({
  cookie: 'registration_answers',
  unseen: ['imei'],
})

/** 入力 → 確認 → 完了: the line's SIM names the device; what it cannot name is typed. */
function loadRegistration(call: Call, url: URL, saved: SavedAnswers) {
  const given = registrationAnswers.confirmed(url, saved)
  const readMenu = () => ask(url, call(deviceApi.assuredDeviceSelectMenuGet))

  return loadSteps(url, {
    async input(errors: Errors) {
      const menu = await readMenu()
      return { menu, chosen: lineIn(menu, given), typed: typedIn(given), errors }
    },
    async confirm() {
      const menu = await readMenu()
      const chosen = lineIn(menu, given)
      if (chosen === undefined) return missing({ lineId: ['回線を選んでください。'] })
      const fields = sentencesFor(deviceApi.assuredDeviceSelectMenuPost.body, given, asked)
      if (Object.keys(fields).length > 0) return missing(fields)
      if ((given.get('purchasedOn') ?? '') > menu.asOf.slice(0, 10))
        return missing({ purchasedOn: [notYet] })
      // Where the carrier says nothing of the device, its number must be known to be found later.
      if (chosen.seen === undefined && (given.get('imei') ?? '') === '')
        return missing({
          imei: ['IMEIを15桁の数字で入力してください。端末の設定画面で確認できます。'],
        })
      if (isOfAnother(given.get('imei'), chosen.seen)) return missing({ imei: [ofAnother] })
      return { menu, chosen, typed: typedIn(given) }
    },
    done: (orderNo: string) => loadDone(call, url, orderNo),
  })
}

/** A registration names the device the SIM is in: another's number would be refused after it (decide-registration.ts). */
function isOfAnother(typed: string | null, seen: MenuLine['seen']): boolean {
  const imei = plainDigits(typed)
  if (imei === '' || seen === undefined) return false
  const last = seen.imeiMasked.slice(-4)
  // The network may know it without its check digit.
  return imei.slice(-4) !== last && imei.slice(-5, -1) !== last
}

const ofAnother =
  'SIMが入っている端末のIMEIと違います。登録する端末にSIMを入れ替え、一度通信してから、この画面を開き直してください。'

/** The line of the address; the only one there is need not be chosen. */
function lineIn({ lines }: Menu, given: URLSearchParams): MenuLine | undefined {
  const lineId = given.get('lineId')
  if (lineId !== null) return lines.find(({ line }) => line.lineId === lineId)
  const open = lines.filter(({ move }) => move.allowed)
  return open.length === 1 ? open[0] : undefined
}

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const saved = await registrationAnswers.read(request, lineOf(url.searchParams))
  const loaded = await loadRegistration(callOf(context), url, saved)
  const isClosed = loaded.step === 'input' && isRegistrationClosed(loaded)
  return { keys: keysOf(context, url), isClosed, ...loaded }
}

const lineOf = (given: Given) => typedIn(given)['lineId'] ?? ''

/** 入力 is posted, because an IMEI is in no address. */
export async function action(args: Route.ActionArgs) {
  const posted = await args.request.clone().formData()
  if (textOf(posted, 'intent') !== 'input') return order(args)
  const { origin } = pageOf(args.context)
  return registrationAnswers.onToConfirm(args.url, posted, lineOf(posted), origin)
}

const order = orderAction(
  { order: deviceApi.assuredDeviceSelectMenuPost },
  registrationAnswers.forget,
)

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
