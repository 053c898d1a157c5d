print("valise")
