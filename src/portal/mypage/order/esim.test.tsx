import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Esim, type Activation } from './esim.tsx'

const activation: Activation = {
  activationCode: 'LPA:1$smdp.carrier.example$M-0000000000000001',
  smdpAddress: 'smdp.carrier.example',
  matchingId: 'M-0000000000000001',
  qrSvg: '<svg/>',
}

test('the code, and links by which the telephone itself takes it', () => {
  const html = renderToStaticMarkup(
    <Esim orderNo="1" ready activation={activation} refused={undefined} />,
  )
  const query = 'esim_qrcode_provisioning?carddata=LPA:1$smdp.carrier.example$M-0000000000000001'
  expect(html).toContain(`href="https://esimsetup.apple.com/${query}"`)
  expect(html).toContain(`href="https://esimsetup.android.com/${query}"`)
  const copied = Array.from(html.matchAll(/data-copy="([^"]*)"/g), ([, text]) => text)
  expect(copied).toEqual([activation.activationCode, activation.smdpAddress, activation.matchingId])
})
