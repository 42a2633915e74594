import { expect, test } from 'vitest'
import { decryptPush } from './decrypt.ts'

// RFC 8291, section 5 and appendix A.
const device = {
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  publicKey:
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const message = Buffer.from(
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  'base64url',
)

test('RFC 8291の例を、仕様のとおりに復号する', async () => {
  expect(await decryptPush(message, device)).toBe('When I grow up, I want to be a watermelon')
})

test('途中で1ビットでも変わったもの、ほかの端末に宛てたものは、復号しない', async () => {
  const changed = Buffer.from(message)
  changed[100] = (changed[100] ?? 0) ^ 1
  await expect(decryptPush(changed, device)).rejects.toThrow()
  const other = { ...device, auth: 'BTBZMqHH6r4Tts7J_aSIgw' }
  await expect(decryptPush(message, other)).rejects.toThrow()
})
