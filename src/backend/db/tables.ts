// Each area adds to `Database` the tables that it declares; no import leads from here to an area. The references are for the
// type check: an incremental one looks at all users of a table again after its declaration was changed.
/// <reference path="../account/tables.ts" />
/// <reference path="../alert/tables.ts" />
/// <reference path="../application/tables.ts" />
/// <reference path="../billing/tables.ts" />
/// <reference path="../carrier/tables.ts" />
/// <reference path="../contract/tables.ts" />
/// <reference path="../data/tables.ts" />
/// <reference path="../deadline/tables.ts" />
/// <reference path="../device/tables.ts" />
/// <reference path="../document/tables.ts" />
/// <reference path="../export/tables.ts" />
/// <reference path="../handover/tables.ts" />
/// <reference path="../hold/tables.ts" />
/// <reference path="../identity/tables.ts" />
/// <reference path="../invoice/tables.ts" />
/// <reference path="../jobs/tables.ts" />
/// <reference path="../line/tables.ts" />
/// <reference path="../lock/tables.ts" />
/// <reference path="../login/tables.ts" />
/// <reference path="../mail/tables.ts" />
/// <reference path="../notice/tables.ts" />
/// <reference path="../option/tables.ts" />
/// <reference path="../outage/tables.ts" />
/// <reference path="../partner/tables.ts" />
/// <reference path="../point/tables.ts" />
/// <reference path="../port-out/tables.ts" />
/// <reference path="../procedure/tables.ts" />
/// <reference path="../succession/tables.ts" />
/// <reference path="../tables.ts" />
/// <reference path="../top-up/tables.ts" />
/// <reference path="../../server/laws/tables.ts" />
/// <reference path="../../server/resealing/tables.ts" />
/// <reference path="../../server/session/tables.ts" />

/** Every table of ours. The queue's tables belong to pg-boss. */
export interface Database {}
