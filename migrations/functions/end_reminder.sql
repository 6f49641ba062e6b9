-- What a visitor says, and another request of theirs that joins this one, ends the time for which a user
-- has put the lead off: it is shown again at once, whoever wrote it down.
CREATE OR REPLACE FUNCTION end_reminder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE lead_reminders SET remind_at = now() WHERE lead_id = NEW.lead_id AND remind_at > now();
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER lead_history_ends_reminder AFTER INSERT ON lead_history
FOR EACH ROW WHEN (NEW.kind IN (
	'added-place', 'added-call-time', 'added-word', 'added-photo', 'wanted-again', 'not-called', 'reopened', 'joined'
)) EXECUTE FUNCTION end_reminder();
