-- What a visitor says, and another request of theirs that joins this one, ends the time for which a user
-- has put the lead off: it is shown again at once, whoever wrote it down. Of requests that go together the
-- first has the reminder.
CREATE OR REPLACE FUNCTION end_reminder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE lead_reminders SET remind_at = now() WHERE remind_at > now() AND lead_id IN (
		NEW.lead_id, (SELECT joined_to FROM referrals WHERE referrals.lead_id = NEW.lead_id)
	);
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER lead_history_ends_reminder AFTER INSERT ON lead_history
FOR EACH ROW WHEN (NEW.kind IN (
	'added-place', 'added-call-time', 'added-word', 'added-photo', 'wanted-again', 'not-called', 'reopened', 'joined'
)) EXECUTE FUNCTION end_reminder();
