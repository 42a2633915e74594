import type { contractApi } from '#protocol/contract.ts'
import type { deviceClaimApi } from '#protocol/device-claim.ts'
import type { deviceApi } from '#protocol/device.ts'
import type { Result } from '#protocol/endpoint.ts'

export type Devices = Result<typeof deviceApi.assuredDeviceListGet>
export type Covered = Devices['devices'][number]
export type Bought = Devices['bought'][number]
export type Claimable = Covered['claimable']
export type Claim = Covered['claims'][number]
export type Menu = Result<typeof deviceApi.assuredDeviceSelectMenuGet>
export type MenuLine = Menu['lines'][number]
export type ClaimEstimate = Result<typeof deviceClaimApi.assuredDeviceClaimGet>
export type Purchase = Result<typeof contractApi.contractTerminalNoticeGet>['terminals'][number]
export type Contract = Result<typeof contractApi.contractGet>
