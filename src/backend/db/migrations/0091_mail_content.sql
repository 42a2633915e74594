-- What a mail is written from, sealed, so that its HTML form and pictures are made when it is sent. Null in mails of
-- before, which go out as the text they were queued as.
alter table mail_message add column content_sealed text;
