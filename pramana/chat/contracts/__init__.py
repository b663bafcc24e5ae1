"""What chat is asked, what it answers, and what an answer rests on."""
