import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Phone } from '#portal/mypage/shared/phone.ts'
import { Esim, type Activation } from './esim.tsx'

const activation: Activation = {
  activationCode: 'LPA:1$smdp.carrier.example$M-0000000000000001',
  smdpAddress: 'smdp.carrier.example',
  matchingId: 'M-0000000000000001',
  qrSvg: '<svg/>',
}

const shownOn = (phone: Phone | undefined) =>
  renderToStaticMarkup(
    <Esim orderNo="1" ready activation={activation} phone={phone} refused={undefined} />,
  )

test('符号と、手元の電話で読み込むリンク', () => {
  const html = shownOn('apple')
  const query = 'esim_qrcode_provisioning?carddata=LPA:1$smdp.carrier.example$M-0000000000000001'
  expect(html).toContain(`href="https://esimsetup.apple.com/${query}"`)
  expect(html).not.toContain('esimsetup.android.com')
  expect(shownOn('android')).toContain(`href="https://esimsetup.android.com/${query}"`)
  expect(shownOn(undefined)).not.toContain('esimsetup')
  const copied = Array.from(html.matchAll(/data-copy="([^"]*)"/g), ([, text]) => text)
  expect(copied).toEqual([activation.activationCode, activation.smdpAddress, activation.matchingId])
})
