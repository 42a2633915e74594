-- When a passkey or the IC chip of a document was shown in this session (docs/decisions/111).
alter table session add column strong_proof_at timestamptz;
