"""Questions answered from the tenant's own papers, every sentence with the words it rests on."""
